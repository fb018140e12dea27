/** Words or phrases of a text that separates them by semicolons. */
function list(text: string): readonly string[] {
  return text.split(';').map((word) => word.trim());
}

/**
 * People under age, in English, German, French, Spanish, Portuguese, Italian and Dutch: whole words, as Unicode regular
 * expressions.
 */
export const MINORS = list(`
  child(ren)?; kids?; toddlers?; infants?; bab(y|ies); teens?; teenagers?; teenaged?; preteens?; minors?;
  under-?aged?; school-?(girl|boy)s?; little (girl|boy)s?; young (girl|boy)s?; girls?; boys?; lolita; loli; shota;
  ([0-9]|1[0-7])[ -]?(years?[ -]old|y/?o|yrs?[ -]old|jahre( alt)?|ans|años|anni|anos|jaar);
  kind(er|es)?; mädchen; jungen?(?! (frau|mann|männ|dame|herr|leute|erwachsene|model)); jugendliche[rn]?;
  schüler(in(nen)?)?; minderjährige[rn]?; kleinkind(er)?;
  enfants?; fillettes?; garçons?; ados?; adolescente?s?; mineure?s?; bébés?; petite fille; écolière;
  niñ[oa]s?; chicas? jóven(es)?; menor(es)?( de edad)?; bebés?; colegialas?; criança?s?; menin[oa]s?;
  bambin[oaie]; ragazzin[oaie]; minorenn[ei]; meisjes?; jongens?; kinderen; minderjarige[n]?
`);

/** Undressed, or dressed for bed or for bathing: refused together with people under age. */
export const UNDRESS = list(`
  nak(ed|edness); nud(e|es|ity); topless; bottomless; undress(ed|ing)?; unclothed; disrobed?; stripped; stripping;
  without (any )?cloth(es|ing); no cloth(es|ing); bare (breasts?|chest(ed)?|bottom|butt); lingerie; underwear;
  panties; bra; thong; see-?through; transparent (dress|top|shirt|blouse); sexy; erotic(a|ally)?; seductive(ly)?;
  sensual(ly)?; nackt(e[rns]?)?; unbekleidet; ausgezogen; oben ohne; unterwäsche; dessous; erotisch(e[rns]?)?;
  nue?s?; déshabillée?s?; seins nus; sous-vêtements; érotique; desnud[oa]s?; desvestid[oa]s?; ropa interior;
  lencería; erótic[oa]s?; nu(a|as)?; pelad[oa]s?; nud[oaie]; svestit[oaie]; intimo; naakt(e)?; ondergoed; bikinis?;
  swim(wear|suits?|ming (costumes?|trunks)); bathing suits?; bade(anz[uü]ge?|hosen?|mode); maillots? de bain;
  bañador(es)?; trajes? de baño; biquínis?; costum[ei] da bagno; zwem(pak|broek)(ken)?
`);

/**
 * Sexual content, always refused. `ALLOWED` excludes `nude` as a colour, and `sandbox:nsfw` selects an outcome of the
 * sandbox.
 */
export const EXPLICIT = list(`
  nak(ed|edness); nud(e|es|ity); topless; bottomless; undress(ed|ing)?( (her|him|them))?; unclothed;
  without (any )?cloth(es|ing); no cloth(es|ing); bare breasts?; porn(o|ographic|ography)?; xxx; (?<!sandbox:)nsfw;
  hentai; sex; sexual (act|intercourse); having sex; blow ?jobs?; hand ?jobs?; masturbat(e|es|ing|ion); orgasms?;
  cum(shot)?; genitals?; penis(es)?; vaginas?; vulvas?; dildos?; cock; cunt; pussy; tits; boobs; nipples?;
  erections?; remove (her|his|their|the|all) cloth(es|ing); take off (her|his|their|all) cloth(es|ing);
  nackt(e[rns]?)?; unbekleidet; oben ohne; porno; brustwarzen?; ausziehen; geschlechtsverkehr; nue?s; seins nus;
  déshabillée?s?; pornographi(e|que); desnud[oa]s?; pornográfic[oa]; pezones; nud[oaie]; naakt(e)?
`);

/** Harmless phrases with the words above. */
export const ALLOWED = list(`
  nude[ -](colou?r(ed)?|tones?|shades?|heels?|pumps|shoes?|sandals?|boots?|lip(stick|s)?|make-?up|palette|bag);
  nude[ -](clutch|dress|top|leather|beige|pink);
  (in|a|of) nude( |$)(?=(colou?r|tones?|shades?|leather|suede|satin|silk)); naked (cake|eye|barley|bike);
  children.?s (wear|clothing|collection|fashion|books?); kids.? (wear|clothing|collection|fashion|room);
  baby (blue|pink|doll dress|alpaca); (this|that|some|any|what|a|each) kind of;
  minor (changes?|adjustments?|edits?|tweaks?|details?|fix(es)?|corrections?|retouch(es|ing)?|flaws?|defects?);
  boyfriend (jeans|shirt|blazer|fit); girlfriend (jeans|shirt); boy ?shorts?; sex and the city; boys? (cut|fit)
`);
