/** Fire, smoke and gas: help is called before us. */
const dangers =
  /\bsmell\w*\W+(?:\w+\W+){0,3}gas\b|\bgas\W+(?:smell|leak|odou?r)|\bleaking gas\b|\brotten eggs?\b|\bsmok(?:e|es|ing|y)\b(?!\W*(?:detector|free))|\bon fire\b|\bflames?\b|\bcarbon monoxide\b|\bCO (?:alarm|detector)\b|\bspark(?:s|ing|ed)?\b|\bburning\b/i

/** What runs out, and who cannot do without cool or warm air. */
const urgencies = [
  /\bleak\w*|\bflood\w*|\bdrip(?:s|ping)\b|\bceiling\b/i,
  /(?<!\bhot )\bwater\b(?!\W*(?:heater|bill|softener))/i,
  /\bgas\b(?!\W*(?:furnace|heat|heater|stove|unit|pack|pump|company))|\bburn(?:t|ed|s)?\b|\bfire\b/i,
  /\b(?:bab(?:y|ies)|newborns?|infants?|toddlers?|pregnan\w+|elderly|disabled|wheelchair|oxygen|dialysis|hospice|asthma\w*|chemo\w*|heart condition|bedridden)\b/i,
  // The age of a person; no unit gets so old.
  /\b(?:[7-9]\d|10\d)[ -]?(?:years?|yrs?|y\/?o)\b/i,
  /\b(?:no|without|lost)(?: any)? heat(?:ing)?\b|\bfreezing\b/i,
  /\b(?:8[5-9]|9\d|1[01]\d)\s*(?:°|degrees?\b|deg\b)/i,
  /\bemergency\b|\burgent\w*|\bcan(?:no|')?t wait\b|\bcannot wait\b|\bdizzy\b|\bpass(?:ed|ing) out\b|\bheat ?stroke\b/i,
]

/** The typographic apostrophe of phones. */
const plain = (text: string) => text.replaceAll('’', "'")

/** True for words that sound like fire, smoke or gas, so that help is to be called first. */
export const soundsDangerous = (text: string): boolean => dangers.test(plain(text))

/**
 * True for words that sound as if it cannot wait: water, fire, heat or cold, somebody small, old or ill.
 * They may be about something else, so the owner is asked.
 */
export function soundsUrgent(text: string): boolean {
  return soundsDangerous(text) || urgencies.some((words) => words.test(plain(text)))
}
