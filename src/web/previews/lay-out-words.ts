import { createElement as h } from 'react'
import satori, { type SatoriNode } from 'satori'
import { type PreviewCard, previewEyebrow } from '#/content/preview-cards.ts'
import { color, fonts } from './brand.ts'

/** Pixels of a preview picture: what messengers and networks ask for. */
export const previewSize = { width: 1200, height: 630 } as const

/** Where heading and text may be, in pixels: below the logo, above the breeze, left of the scene. */
export const wordArea = { left: 68, top: 142, right: 632, bottom: 526 } as const

/** The same on a picture without a scene, left of where the breeze rises. */
export const wideWordArea = { ...wordArea, right: 960 } as const

type Box = { left: number; top: number; right: number; bottom: number }

/** The words as SVG paths, and the box of each of them. */
export type LaidOutWords = { svg: string; headingSize: number; boxes: Box[] }

const headingSizes = [88, 82, 76, 70, 64, 58, 52, 46]

/** A smaller heading is not worth the line that it saves. */
const smallestToSaveLine = 70

/** A heading whose words are boxes, so that the layout reports where each of them is. */
function heading(text: string, size: number, inkColor: string) {
  const words = text.split(/\s+/).map((word, at) => h('span', { key: at }, word))
  const style = {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: size * 0.24,
    fontFamily: 'Montserrat',
    fontWeight: 800,
    fontSize: size,
    lineHeight: 1.08,
    letterSpacing: size * -0.02,
    color: inkColor,
  } as const
  return h('div', { key: 'heading', style }, words)
}

async function layOut(
  { heading: title, text, scene }: PreviewCard,
  size: number,
): Promise<LaidOutWords> {
  const area = scene ? wordArea : wideWordArea
  const onNavy = !scene
  const tagline = {
    position: 'absolute',
    left: 166,
    top: 62,
    fontSize: 26,
    fontWeight: 600,
    color: color(onNavy ? 'sky' : 'primary'),
  } as const
  const column = {
    position: 'absolute',
    left: area.left,
    top: area.top,
    width: area.right - area.left,
    height: area.bottom - area.top,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
  } as const
  const lead = {
    marginTop: 22,
    fontSize: 31,
    lineHeight: 1.38,
    textWrap: 'balance',
    color: color(onNavy ? 'ice' : 'ink'),
  } as const
  const card = h('div', { style: { display: 'flex', fontFamily: 'Open Sans' } }, [
    h('div', { key: 'tagline', style: tagline }, previewEyebrow),
    h('div', { key: 'column', style: column }, [
      heading(title, size, color(onNavy ? 'white' : 'navy')),
      h('div', { key: 'lead', style: lead }, text),
    ]),
  ])
  const boxes: Box[] = []
  const svg = await satori(card, {
    ...previewSize,
    fonts: [...fonts],
    onNodeDetected: ({ left, top, width, height, textContent }: SatoriNode) => {
      const isOfColumn = textContent && textContent !== previewEyebrow
      if (isOfColumn) boxes.push({ left, top, right: left + width, bottom: top + height })
    },
  })
  return { svg, headingSize: size, boxes }
}

const isWithin = (box: Box, area: Box) =>
  box.left >= area.left &&
  box.top >= area.top &&
  box.right <= area.right &&
  box.bottom <= area.bottom

const countLines = ({ boxes }: LaidOutWords) => new Set(boxes.map((box) => box.top)).size

/**
 * Lays the words out with the largest heading that fits, or with a little smaller one if that saves a
 * line. Throws if not even the smallest fits.
 */
export async function layOutWords(card: PreviewCard): Promise<LaidOutWords> {
  const area = card.scene ? wordArea : wideWordArea
  let best: LaidOutWords | undefined
  for (const size of headingSizes) {
    if (best && size < smallestToSaveLine) break
    const words = await layOut(card, size)
    if (!words.boxes.every((box) => isWithin(box, area))) continue
    if (!best || countLines(words) < countLines(best)) best = words
  }
  if (!best) throw new Error(`'${card.heading}' is too long for a preview picture`)
  return best
}
