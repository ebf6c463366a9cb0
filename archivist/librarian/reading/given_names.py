"""Given names that are common among authors: evidence that words name a person, never a condition."""

from __future__ import annotations

from archivist.librarian.reading.vocabulary import word_set

GIVEN_NAMES = word_set(
    """
    aaron abbas abby abdul abdulrazak abel abigail abraham ada adam adelaide adele adeline aditi adolfo adrian
    adriana adrienne afua agatha agnes ahmed ahmet aileen aimee ainsley akira akwaeke alaa alain alan alastair
    albert alberto aldo aldous alec aleksandr aleksei alessandra alessandro alex alexander alexandra alexandre
    alexei alexis alfred alfredo ali alice alicia alina alison alistair allan allegra allen alma alvin ama amal
    amalia amanda ambrose amelia amina amitav amitava amos amy amélie ana anatole anaïs anders andrea andreas
    andrei andrew andrey andrzej andré andrés andy angela angelica angie anita ann anna annabel annabelle anne
    anneliese annette annie ansel anselm anthony antoine anton antonella antonia antonio antony anuradha anya
    aravind archibald archie arianna arlene armand armistead arnaldur arno arnold art arthur arturo arun
    arundhathi arundhati asa ashley assia astra astrid atticus aubrey audre audrey august augusten augustus
    auður ava avery axel ayelet ayesha ayn azar bailey banana barack barbara barney barrington barry bart
    beatrice beatrix beau becca becky belinda bella ben benedict benito benjamin benny benoît bernadette bernard
    bernardine bernardo bernice bert bertha bertolt bertrand bess bessie beth bethany betsy bette betty beverly
    bianca bill bjorn björn blaine blaise blake blanche bob bobby bohumil bonnie boris boualem boyd brad bradley
    brady bram brandon brenda brent brené brett brian bridget brigid britt brooke bruce bruno bryan bryce bryony
    byron caitlin caleb calvin cameron camilla camille candace candice cara carl carla carlo carlos carmen carol
    caroline carolyn carrie carson cary casey cassandra catalina cate catharine catherine cathy cecelia cecil
    cecilia cecily celeste celia cesar chandra chantal charlaine charlene charles charlie charlotte chaz chelsea
    cheryl chester chimamanda chinua chip chloe chris christa christi christian christie christina christine
    christoph christophe christopher christy chuck cilla cindy claire clara clarice clark claude claudia
    clifford clint clive clyde clément cody colette colin colleen colson connie connor conrad constance
    constantine cora coretta corey corinne cormac cornelia cory courtney craig cressida cs curtis cynthia cyril
    cyrus césar damian damon dan dana daniel danielle danilo danny dante daphne darcy daren daria darren daryl
    dave david davis dawn dean deanna deb debbie deborah debra dee deepak delia delphine denis denisa denise
    dennis denzil derek derrick desmond devon dewey diana diane dick diego dieter dietrich dina dinah dino dirk
    dolores dominic dominique don donald donna doreen dorian doris dorota dorothy doug douglas douglass duncan
    dustin dwight dylan e.b. eamon eben ebony eckhart ed eddie edgar edie edith edmund edna edoardo eduardo
    edward edwidge edwin edwina effie efrem egon eiji eileen eimear elaine eldridge eleanor eleanore elena
    elfriede eli eliana elias elie elif elisa elisabeth elise eliza elizabeth ella ellen elliot elliott ellis
    elmore eloise elsa elsie elspeth elton elvira elwyn emanuel emile emilia emily emma emmanuel emmeline enid
    enrique enzo ephraim erasmus eric erica erich erik erika erin ernest ernesto ernst erskine ervin esmeralda
    esperanza esther ethan ethel eudora eugene eunice eva evan eve evelina evelyn ezekiel ezra fabio farah
    fatima fay faye federico felicia felicity felipe felix fergus fernando filippo finn fiona flann flannery
    fletcher floyd ford fran frances francine francis franco francois frank frankie franklin franklyn franz
    françois fred freda freddie frederic frederick frida frieda friedrich frédéric fyodor félix gabriel gabriela
    gabriele gabriella gabrielle gail galen garrett garrison garry garth gary gavin gay gayle gemma gene geneen
    genevieve geoff geoffrey george georges georgette georgie georgina gerald geraldine gerard gerd germaine
    gerry gertrud gertrude ghassan gia gideon gilbert giles gillian gina ginny gioconda giorgio giorgos giovanna
    giovanni giulia giuseppe gladys glenn gloria gordon grace gracie graham grant greg gregory greta gretchen
    guido guillaume guillermo gunter gus gustave guy gwen gwendolyn gérard günter hal halldór hamid hanan hanif
    hank hanna hannah hans hanya harald hari harlan harley harold harper harriet harriette harrison harry haruki
    harvey hassan hector heidi heike heinrich heinz helen helena helene helga helmut henning henri henrietta
    henrik henry herb herbert herman hermann hernan herta hester hideyuki hilaire hilary hilda hiro hiromi hoda
    honoré hope horace horatio howard howell hubert hugh hugo humphrey hunter håkan héctor hélène iain ian ida
    ignatius ignazio igor ilona ilse imelda imogen imre inga ingeborg inger ingmar ingrid inés ira irene irina
    iris irvine irving irwin isaac isabel isabella isabelle isadora isak isidore ismail italo ivan ivo iñaki
    jacinta jack jackie jackson jacob jacqueline jacques jaime jaimie jake james jamie jan jana jane janet
    janice janine janis janwillem jared jaroslav jarvis jason jasper javier jay jayne jean jean-jacques jean-luc
    jean-paul jeanette jeanne jeannette jed jeff jeffery jeffrey jenna jennie jennifer jenny jens jeremy jericho
    jerome jerry jerzy jesmyn jess jessamyn jesse jessica jessie jesús jhumpa jill jillian jim jimmy jiří jo
    joachim joan joann joanna joanne joaquín jocelyn jodi jodie jody joe joel joey johan johann johanna johannes
    john johnnie johnny jolene jon jonah jonas jonathan joost jordi jorge jorgen josef joseph josephine josh
    joshua josie josé joy joyce juan juana juanita judd jude judi judith judson judy jules juli julia julian
    julianna julianne julie juliet julio julius jun juno junot jussi justin justine jérôme jürgen kafka kamel
    kamila kaori kara kareem karel karen karim karin karl karl-ove karla karyn kat kate kateb kathe katherine
    kathie kathleen kathrin kathryn kathy kay kaye kazuo keigo keiko keith kelley kelly ken kendra kennedy
    kenneth kent kenzaburo kenzaburō kerry kevin khaled kieran kiese kiley kim kingsley kira kiran kirk kirsten
    kirsty kit klaus knut kobo kofi konstantin kris kristen kristin kristina kristine kristy kurt kwame kyle
    kōbō lana langston larry lars latifa laura laurel lauren laurence laurent lauri laurie lavinia lawrence
    lawson lea leah leanne lee leif leigh leila lena lenny lenora leo leon leonard leonardo leonie leonora
    leopold leroy lesley leslie leticia letitia lev levi lewis leïla lia liam lian liane lila liliana lillian
    lily lin linda lindsay lindsey linus lionel lisa lise liu livia liz liza lizzie lloyd lois lola lonnie lope
    lora loren lorena lorenzo loretta lori lorna lorraine lottie lou louis louisa louise lourdes luca lucas
    lucia lucian luciano lucien lucille lucinda lucius lucrezia lucy ludmila ludwig luigi luis luisa lukas luke
    lydia lyle lynda lyndon lynn lynne lynsay lytton lyudmila mabel mackenzie madeleine madeline mae maeve magda
    maggie magnus mahmoud maj maja malachy malala malcolm malin malorie mandy manfred manuel mara marc marcel
    marcello marcia marco marcos marcus margaret margarita margery margie margo margot marguerite maria marian
    mariana marianne marie marie-claire mariel marietta marilyn marilynne marina mario marion marisa marius
    marjane marjorie mark markus marla marlene marlon marsha marshall marta martha marti martin martina marty
    marvin mary marya maría mateo mathilde matilda mats matt matteo matthew matthias mattias maud maude maureen
    maurice mauro mavis max maxim maxine maxwell may maya meg megan mei mel melanie melinda melissa melvin
    mercedes mercè meredith merle meryl micah michael michaela michal michel michele michelle mick mickey mieko
    miguel mihail mikael mike mikhail mikkel milan mildred miljenko millie milo milton mimi mina mindy minna
    mira miranda mircea miriam mitch mitchell mo mohamed mohammed mohsin moira moll molly mona monica monika
    monique montague morgan moritz morley morris mortimer moses muhammad murasaki muriel murray myra myron nadia
    nadifa nadine nadja naguib nan nancy nanette naoki naoko naomi naoya nat natalia natalie natalya natasha
    nathalie nathan nathaniel natsume nawal neal ned neil nell nella nellie nelson nettie nevil neville ngũgĩ
    niall niccolò nicholas nicholson nick nicky nico nicola nicolai nicolas nicole nicolás nigel nikki nikolai
    nikos nils nina nita nnedi noah noam noel noelle nona nora norah norbert noreen norma norman norris noël
    octavia odile ogden olaf oleg olga oliver olivia olivier ollie omar orhan orlando ornela orson osamu
    oscar oswald ottessa otto ove owen pablo paddy pam pamela pankaj paola paolo pascal pat patrice patricia
    patrick patsy patti patty paul paul-henri paula paulette pauline paulo payton pearl pedro peggy penelope
    penny per percy perry peter petra petros phil philip philippa philippe phillip phoebe phyllis pia pierre
    piers pip piper polly portia preti primo priscilla prosper quentin quincy quinn rachel rae rafael rainbow
    rainer raj ralph ramona ramsey ramón randall raoul raphael raquel rashid raul ravi ray raymond raúl reba
    rebecca reginald reid reinaldo reinhard renata renate renee rené rex reza rhea rhoda rhonda rhys ria ricardo
    riccardo richard richie rick ricky riley rina rita roald rob robbie robbin robert roberta roberto robin
    robinson rocco rod roddy roderick rodrigo roger rohinton roland rolf romain ron ronald ronnie rory rosa
    rosalie rosalind rosamund rosamunde rosanna rose rosella rosemarie rosemary rosie roslyn ross rowan rowena
    roxane roxanne roy royce ruben rubén rudolf rudolph rudy rudyard rufus rumer rupert rupi russell ruth ryan
    ryszard ryu ryūnosuke rémy sabina sabine sabrina sadegh sadie sahar sally salman salvador salvatore sam
    samantha sammy samuel sandor sandra santiago sapphire sara sarah sascha sasha saul sayaka scarlett scott
    seamus sean sebastian selena selma seneca serena serge sergei sergio seth severo seymour shahriar shane
    shannon shari sharon sharyn shashi shaun shawn sheila shelby sheldon shelley shelly sheri sheridan sherman
    sherry sherwood shirin shirley shlomo shusaku shūsaku sid sidney siegfried sienna sigmund sigrid sigrun
    silas silvia simeon simin simon simone simonetta sinclair siobhan siri siân sjón sofia sofie sofía solomon
    sondra sonia sonja sonya sophia sophie soren spencer stacey stacy stan stanislaw stanisław stanley stefan
    steffi stella stendhal steph stephan stephane stephanie stephen stephenie steve steven stewart stieg stuart
    stéphane sue susan susanna susanne susie suzanne sven svetlana sybil syd sylvia sylvie szczepan søren
    tabitha tad tadeusz tahar takashi talia tamara tami tammy tana tania tanya tao tara tatyana tayari tayeb
    taylor ted terence teresa teri terrence terri terry tess tessa thea thelma theo theodor theodora theodore
    therese thomas thornton thorsten thérèse tiffany tim timothy timur tina tobias toby tod todd tom tomas
    tommaso tommy toni tony tonya torquato tove tracey tracy travis trent trevor tricia trina trish tristan
    trudi truman tyler ulrich ulrike umberto una upton ursula ursule uwe v.s. vaclav val valentina valeria
    valerie vanessa vasily vaughn venedikt vera verna vernon vernor veronica veronika vic vicki vicky victor
    vikas vikram viktor vince vincent vincenzo viola violette virginia virginie vita vito vittorio vivian vivien
    vivienne vladimir vladislav vs václav w.g. wade wallace wally walt walter wanda warren wayne wendy wesley
    wilbert wilbur wilfred wilhelm wilkie will willa willard willem william willy wilma wim winifred winston
    witold wole wolfgang wyndham xavier xiaolong yaa yan yann yara yasmin yasmina yasunari yaşar yevgeniy
    yevgeny yoko yolanda yoshiko yrsa yukio yuri yuval yvette yvonne yōko zachary zack zadie zane zelda zoe zora
    zoë zygmunt åsa émile étienne
    """
)
