import os, collections, time, random
import pytest
from urllib.parse import urlsplit
from companion.models import Seat, Table
from tests.robot.page import Page
from tests.robot.choices import refusals, refusal, fillings
from tests.robot.refusals import TELLING
from tests.rules.golden import load_cases, given_table, played_states
pytestmark = pytest.mark.django_db
PART, PARTS = map(int, os.environ.get("PART","0/40").split("/"))
MOST=int(os.environ.get("PAGES","60"))
def pick(ahead,rnd,n):
    if n<3: return ahead.pop(0)
    other=[u for u in ahead if "/do/" not in u]
    u=rnd.choice(other) if other and rnd.random()<.75 else rnd.choice(ahead)
    ahead.remove(u); return u
def test_probe(guest, as_person):
    client = as_person(guest)
    found=collections.OrderedDict(); t0=time.time(); pages=0; sentn=0; bad=collections.Counter()
    for i,(name,case) in enumerate(load_cases().items()):
        if i%PARTS!=PART: continue
        states=[given_table(case["game"],case["given"]), *played_states(case)]
        st=states[-1]
        table=Table(game=st.game); table.state=st; table.save()
        Seat.objects.create(table=table, person=guest, name="Marta", role=Seat.Role.KEEPER)
        home=f"/tables/{table.pk}/"
        ahead=[home, f"{home}sheets/do/"]; seen=set(ahead); n=0; kindsseen=set(); rnd=random.Random(name)
        while ahead and n<MOST:
            url=pick(ahead,rnd,n)
            r=client.get(url)
            n+=1; pages+=1
            if r.status_code>=500 or (r.status_code>=400):
                bad[(r.status_code, urlsplit(url).path.replace(str(table.pk),'*'), name if r.status_code>=500 else '')]+=1; continue
            if r.status_code!=200: continue
            page=Page(url,200,r.content.decode())
            for l in page.links:
                u=urlsplit(l.href); h=u.path+('?'+u.query if u.query else '')
                if u.path.startswith(home+'sheets/') and h not in seen and not l.is_download:
                    seen.add(h); ahead.append(h)
            done=set()
            for b in page.buttons:
                if b.form.method!='post' or '.' not in b.kind or b.why_not is not None: continue
                sig=(b.kind,b.value, urlsplit(url).path if b.form.controls and b.name!='with' else '')
                for sent in fillings(b):
                    sentn+=1
                    try: code=refusal(table,sent)
                    except Exception as e: code='CRASH '+repr(e)[:80]
                    if code and (code not in TELLING or code=='action.none'):
                        key=(b.kind,code)
                        e=found.setdefault(key,[0,[]]); e[0]+=1
                        if len(e[1])<4: e[1].append((name,st.game,urlsplit(url).path[45:]+'?'+urlsplit(url).query,b.text[:40],[x for x in sent if x[1] and x[0] not in('id','seen','csrfmiddlewaretoken')]))
    print(pages,sentn,time.time()-t0)
    for k,v in bad.items(): print('BAD',k,v)
    for k,(c,ex) in found.items():
        print('##',*k,c)
        for e in ex: print('    ',*e)
