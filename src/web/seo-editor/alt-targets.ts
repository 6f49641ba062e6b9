import type { SeoRecord } from '#/contracts/seo.ts'
import { type AltTarget, entryFor, parseImageAlts } from './image-alts.ts'
import { findImages, type ScannedImage } from './image-scan.ts'

/** The scanned images as targets of alternative texts. `served` is what the page was made with. */
export function toAltTargets(
  images: readonly ScannedImage[],
  served: SeoRecord | null,
): AltTarget[] {
  const servedEntries = parseImageAlts(served?.imageAltTexts ?? '') ?? []
  return images.map(({ selector, alt, element }) => {
    const matchedBy: AltTarget['matchedBy'] = (wanted) => {
      const found = findImages(wanted)
      if (!found.includes(element)) return 'not'
      return found.length === 1 ? 'alone' : 'among others'
    }
    const target = { selector, ownAlt: alt, matchedBy }
    return entryFor(servedEntries, target) ? { ...target, ownAlt: undefined } : target
  })
}
