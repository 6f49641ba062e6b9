/** Something to be said about an image's alternative text. A note is no mistake. */
export type ImageFinding = { kind: 'problem' | 'note'; text: string }

/** What screen readers read in one go, in characters; a common rule of thumb of audits. */
const longestAlt = 125
/** The guidance is about 8 to 10; a word or two more is no fault. */
const mostWords = 12

const prefix = /^(an?\s+|the\s+)?(image|picture|photo|photograph|graphic|icon)\s+of\b/i
const fileName = /\.(avif|gif|jpe?g|png|svg|webp)$/i

function judgeText(alt: string): ImageFinding[] {
  const findings: ImageFinding[] = []
  const say = (kind: ImageFinding['kind'], text: string) => findings.push({ kind, text })
  const words = alt.split(/\s+/).length
  if (alt.length > longestAlt) {
    say('problem', `Too long: ${alt.length} characters. Keep it under ${longestAlt}.`)
  } else if (words > mostWords) {
    say('note', `${words} words. About 8-10 are enough.`)
  }
  const [found] = prefix.exec(alt) ?? []
  if (found) say('problem', `Leave out '${found}': a screen reader says that it is an image.`)
  if (fileName.test(alt)) say('problem', 'This is the name of a file. Say what the image shows.')
  return findings
}

/**
 * Judges the alternative texts of a page's images, in their order. A text is null where the image
 * has none at all; an empty one marks decoration; of an undefined one nothing is known.
 */
export function auditImages(alts: readonly (string | null | undefined)[]): ImageFinding[][] {
  const keyOf = (alt: string | null | undefined) => alt?.trim().toLowerCase() ?? ''
  const counts = Map.groupBy(alts, keyOf)
  return alts.map((alt) => {
    if (alt === undefined) return []
    if (alt === null) {
      return [
        { kind: 'problem', text: 'Missing. Say what the image shows, or mark it decorative.' },
      ]
    }
    if (alt.trim() === '') return [{ kind: 'note', text: 'Decorative: screen readers skip it.' }]
    const findings = judgeText(alt.trim())
    if ((counts.get(keyOf(alt))?.length ?? 0) > 1) {
      findings.push({ kind: 'problem', text: 'Another image on this page has the same text.' })
    }
    return findings
  })
}
