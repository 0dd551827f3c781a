"""The page of a card we do not know: typed once, known from then on."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from companion import selectors
from companion.frame.form_pages import form_page, posted, render_form, safe_next
from companion.house.forms import SurvivorCardForm
from companion.house.selectors import house_pack
from companion.house.services import survivor_describe
from companion.people.identity import ensure_person, person_of
from rules import played_pack
from rules.names import OWN


@form_page
def survivor(request: HttpRequest, game: str, survivor: str) -> HttpResponse:
    """Show the skills of a survivor, copied from the printed card."""
    box = selectors.game(game)
    if box is None:
        raise Http404
    pack = played_pack(game, tuple(box.expansions))
    known = next((card for card in pack.survivors if card.id == survivor), None)
    if known is None and not survivor.startswith(OWN):
        raise Http404
    name = known.name if known else survivor.removeprefix(OWN).replace("-", " ").title()
    back = safe_next(request, reverse("companion:open", args=[game]))
    form = SurvivorCardForm(
        posted(request),
        pack=pack,
        printed=known.skills if known else None,
        typed=house_pack(person_of(request), game).trees.get(survivor),
    )
    if not form.fields:
        raise Http404
    if request.method == "POST" and form.is_valid():
        survivor_describe(
            person=ensure_person(request), game=game, survivor=survivor, tree=form.tree()
        )
        messages.success(request, _("The card of %(name)s is known now.") % {"name": name})
        return redirect(back)
    return render_form(request, "house/survivor.html", form, game=box, name=name, back=back)
