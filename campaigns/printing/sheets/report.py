def title(content): return ""
def pieces(content): return []
