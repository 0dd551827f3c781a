"""What reaches everybody in a zone: molotovs, dragon fire, explosives."""
