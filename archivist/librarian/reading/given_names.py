"""Given names that are common among authors: evidence that words name a person, never a condition."""

from __future__ import annotations

GIVEN_NAMES = frozenset(
    """
    aaron abdulrazak abraham ada adam adrian agatha ahmed aimee akira alan albert aldous alex alexander alexandre alexei
    alfred alice alison allen amanda amos amy ana anaïs andré andrea andrew andrzej andy angela anita ann anna anne annie
    anthony antoine anton antonia antonio antony arnold art arthur arundhati astrid audre august ayn barack barbara barry
    beatrix becky ben benjamin bernard bertolt bertrand beverly bill bob boris brandon bram brené brian bruce bryan carl
    carlo carlos carol caroline carson catherine cecelia charles charlie charlotte chimamanda chinua chris christian
    christina christopher chuck claire clarice clive colleen colson cormac cornelia craig cs dan daniel danielle dante
    daphne dave david dean deborah delia denis dennis diana diane dick don donald donna doris dorothy doug douglas
    e.b. ed edgar edith edmund eduardo edward edwidge eleanor elena elie elif elizabeth ellen elmore emilia emily emma
    émile enid eric erich erica erik erin ernest ernst ethan eudora eugene evelyn ezra fernando fiona flann flannery
    ford frances francine francis francois françois frank franz fred frederick friedrich friedrich fyodor gabriel gail
    gary geoffrey george georges gerald gertrude gillian giorgio giovanni graham greg gregory guillermo gunter günter
    gustave guy hanif hans hari harlan harold harper harriet harry haruki heinrich helen henri henry herbert hermann
    hilary hilaire honoré howard hugh hugo hunter ian ignazio imre ira iris irvine isaac isabel isabella isabelle ismail
    italo ivan jack jacqueline jacques jake james jamie jan jane janet jared jasper javier jean jeannette jeff jeffery
    jeffrey jennifer jenny jeremy jerome jerry jess jessica jhumpa jill jim jo joan joanne jodi joe joel johann john
    johanna jon jonas jonathan jorge josé joseph joshua joyce juan jude judith judy jules julia julian julie julio jun
    junot kafka karen karin karl kate katherine kathleen kathryn kathy kazuo keith ken kenneth kevin khaled kim kingsley
    knut kurt langston larry laura lauren laurence lawrence lee leif leo leon leonard leonardo leslie lewis lian lillian
    linda lisa liu lois lorraine louis louisa louise luca lucy luigi luis lynn madeleine malcolm marcel margaret
    margery marguerite maria marian marianne marie marilynne mario marion marjane mark markus martha martin mary
    mathilde matt matthew maurice max maya meg megan melissa meredith michael michel michelle miguel mike mikhail milan
    milton miranda mitch mo mohsin molly murasaki muriel nadine naguib nancy naomi natalie nathan nathaniel neal ned
    neil nelson nicholas nick nicola nicole nikolai nnedi noam noel nora norman octavia oliver olga orhan orson oscar
    ottessa paolo pat patricia patrick paul paula paulo pearl penelope per percy peter phil philip philippa phillip
    pierre piers primo rachel rainbow rainer ralph ray raymond rebecca rené richard rick rita robert roberto robin rod
    roger roland rolf ron ronald rosa rosamunde rosemary ross roxane roy rudyard rumer rupi russell ruth ryszard sally
    salman sam samantha samuel sandra sara sarah scott sean sebastian selma seneca shari sharon sheri sherman shirley
    sidney sigmund sigrid simon simone sinclair sofia sophia sophie stanisław stanislaw stefan stella stendhal stephanie
    stephen steve steven stieg stuart sue susan suzanne svetlana sylvia tad tana tana tara ted terry tessa theodor
    theodore thomas tim timothy toby tom tomas tommy toni tony tove tracy tracey truman umberto upton ursula v.s. val
    vernor veronica victor vikram viktor virginia vladimir vs w.g. wallace walt walter wendy wilbur wilhelm wilkie willa
    william winston wole yaa yann yasmina yasunari yevgeny yoko yuval zadie zoe zora
    """.split()
)
