/** The letters outside ASCII of each language, the most frequent ones first. */
const alphabets = {
  en: 'éñèçüöâêï',
  fr: 'éèàêçôùîâûïëœü',
  de: 'üäößé',
  es: 'óíáñéúü',
  pt: 'ãçáéíóõêâúàô',
  it: 'èàùòìé',
  nl: 'ëéïèö',
  sv: 'äåöé',
  da: 'øåæé',
  is: 'íáðéóöþúýæ',
  pl: 'łęóążśćńź',
  cs: 'íáéěřčžýšůúťďňó',
  sk: 'áíéčžýúšľťňôďäóĺŕ',
  hu: 'áéöóőüíúű',
  hr: 'čšžćđ',
  ro: 'ăîşţâșț',
  tr: 'ıüşğçöİâ',
  lt: 'ėįšųžūčąę',
  lv: 'āīēšņūļžčķģ',
  et: 'äõüöšž',
  ru: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  uk: 'оаніиветрслкмудпязьгбчйхжцюєїщшфґ',
  bg: 'аоиентсрвлкдпмзбуягчъхжшцщйюфь',
  sr: 'аиоенрсјтукдвмпзлгбшчцњћжђхљфџ',
  el: 'αοιετσνηυρπκμλςάίόέήώωύγδχθφβξζψϊϋΐΰ',
  he: 'יוהלאמרתבשנםדקעחפכטסגןזצץךף',
  ar: 'اليمنوتربعدسفهكقحجةشصىطخأذضغثئزءإظؤآ',
  th: 'านรอกเงมยลวดทตสปบคหแจพขชใไผธศซณฉถฟภโญษฐฎฏฑฒฆฌฬฮฤ่้ัิีุูำะ็์ืึๆ',
} as const

/** Ranges of the bytes of two-byte characters, and the share of a text that they make up. */
type ByteRange = { lead: readonly [number, number]; trail: readonly [number, number]; share: number }
const range = (lead: ByteRange['lead'], trail: ByteRange['trail'], share: number): ByteRange => ({ lead, trail, share })

/** The national standards order characters by use: the first level has those of ordinary texts. */
const twoByteSets = {
  gb: {
    encoding: 'gb18030',
    ranges: [
      range([0xb0, 0xd7], [0xa1, 0xfe], 0.83),
      range([0xd8, 0xf7], [0xa1, 0xfe], 0.07),
      range([0xa1, 0xa3], [0xa1, 0xfe], 0.1),
    ],
  },
  big5: {
    encoding: 'big5',
    ranges: [
      range([0xa4, 0xc6], [0x40, 0xfe], 0.87),
      range([0xc9, 0xf9], [0x40, 0xfe], 0.03),
      range([0xa1, 0xa3], [0x40, 0xfe], 0.1),
    ],
  },
  sjis: {
    encoding: 'shift_jis',
    ranges: [
      range([0x82, 0x82], [0x9f, 0xf1], 0.33),
      range([0x83, 0x83], [0x40, 0x96], 0.25),
      range([0x88, 0x97], [0x40, 0xfc], 0.35),
      range([0x98, 0xea], [0x40, 0xfc], 0.02),
      range([0x81, 0x82], [0x40, 0x9e], 0.05),
    ],
  },
  eucjp: {
    encoding: 'euc-jp',
    ranges: [
      range([0xa4, 0xa4], [0xa1, 0xf3], 0.33),
      range([0xa5, 0xa5], [0xa1, 0xf6], 0.25),
      range([0xb0, 0xcf], [0xa1, 0xfe], 0.35),
      range([0xd0, 0xf4], [0xa1, 0xfe], 0.02),
      range([0xa1, 0xa3], [0xa1, 0xfe], 0.05),
    ],
  },
  ko: {
    encoding: 'euc-kr',
    ranges: [
      range([0xb0, 0xc8], [0xa1, 0xfe], 0.94),
      range([0xca, 0xfd], [0xa1, 0xfe], 0.01),
      range([0xa1, 0xa3], [0xa1, 0xfe], 0.05),
    ],
  },
} as const

export type LetterModel = keyof typeof alphabets | keyof typeof twoByteSets

/** Signs of product names and tables, the most usual ones first. */
const signs = '–°’“”„€…\u00a0½®™²³«»×·•‘£¼¾±µ№—§©‚¡¿ºª、。，：（）・ー％～'
const signShare = 0.12

/** Returns the probability of a character outside ASCII in a text. */
export type CharacterProbability = (character: string) => number

const known = new Map<LetterModel, CharacterProbability>()

export function letterModel(name: LetterModel): CharacterProbability {
  let model = known.get(name)
  if (!model) {
    const letters =
      name in alphabets
        ? ranked(alphabets[name as keyof typeof alphabets], 1 - signShare)
        : twoByte(name as keyof typeof twoByteSets)
    const marks = ranked(signs, signShare)
    model = (character) =>
      (letters.get(character) ?? letters.get(character.toLowerCase()) ?? 0) + (marks.get(character) ?? 0)
    known.set(name, model)
  }
  return model
}

/** Frequencies fall with the rank, as in natural texts. */
function ranked(characters: string, share: number): Map<string, number> {
  const weights = [...characters].map((character, rank) => [character, 1 / (rank + 4)] as const)
  const sum = weights.reduce((total, [, weight]) => total + weight, 0)
  return new Map(weights.map(([character, weight]) => [character, (weight / sum) * share]))
}

function twoByte(name: keyof typeof twoByteSets): Map<string, number> {
  const { encoding, ranges } = twoByteSets[name]
  const decoder = new TextDecoder(encoding)
  const found = new Map<string, number>()
  for (const { lead, trail, share } of ranges) {
    const pairs = new Uint8Array((lead[1] - lead[0] + 1) * (trail[1] - trail[0] + 1) * 2)
    let at = 0
    for (let first = lead[0]; first <= lead[1]; first++) {
      for (let second = trail[0]; second <= trail[1]; second++) {
        pairs[at++] = first
        pairs[at++] = second
      }
    }
    const characters = new Set(
      [...decoder.decode(pairs)].filter((character) => character > '\x7f' && character !== '\ufffd'),
    )
    for (const character of characters) if (!found.has(character)) found.set(character, share / characters.size)
  }
  return found
}
