import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { PreviewCard } from '#/content/preview-cards.ts'
import pictures from '../pictures/pictures.json' with { type: 'json' }
import { breeze, color, logo } from './brand.ts'
import { layOutWords, previewSize } from './lay-out-words.ts'

const { width, height } = previewSize

/** Where the scene is placed, in pixels. */
const sceneArea = { left: 600, top: 84, width: 592, height: 476 }

const sceneWidths: Partial<Record<string, { width: number }>> = pictures

/** Names of colors in `tokens.css`: of the background, and of the three curves of the logo on it. */
const backgrounds = {
  ice: { top: 'ice', bottom: 'white', logo: ['sky', 'primary', 'warm'] },
  navy: { top: 'navy', bottom: 'primary-deep', logo: ['sky', 'white', 'warm'] },
} as const

function drawBackground(name: keyof typeof backgrounds): Buffer {
  const { top, bottom, logo: logoColors } = backgrounds[name]
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="ground" x2="0" y2="1">
      <stop stop-color="${color(top)}"/><stop offset="1" stop-color="${color(bottom)}"/>
    </linearGradient>
    <rect width="${width}" height="${height}" fill="url(#ground)"/>
    <g fill="none" stroke-linecap="round">
      <g transform="translate(-60 232) scale(0.84 0.94)" opacity="0.25">${breeze}</g>
      <g transform="translate(-40 262) scale(0.82)">${breeze}</g>
    </g>
    <g transform="translate(68 50) scale(1.75)">${logo(logoColors.map(color))}</g>
  </svg>`)
}

async function fitScene(scene: string) {
  const entry = sceneWidths[scene]
  if (!entry) throw new Error(`there is no scene ${scene}`)
  const file = new URL(`../pictures/${scene}-${entry.width}.avif`, import.meta.url)
  const { data, info } = await sharp(fileURLToPath(file))
    .resize({ width: sceneArea.width, height: sceneArea.height, fit: 'inside' })
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  return {
    input: data,
    left: Math.round(sceneArea.left + (sceneArea.width - info.width) / 2),
    top: Math.round(sceneArea.top + (sceneArea.height - info.height) / 2),
  }
}

/** Draws the picture of a page for links in messages: 1200 by 630 pixels, as PNG. */
export async function drawPreview(card: PreviewCard): Promise<Buffer> {
  const { svg } = await layOutWords(card)
  const scene = card.scene === undefined ? [] : [await fitScene(card.scene)]
  return sharp(drawBackground(card.scene ? 'ice' : 'navy'))
    .composite([...scene, { input: Buffer.from(svg), left: 0, top: 0 }])
    .png({ palette: true, quality: 85, effort: 5, dither: 0.5, compressionLevel: 9 })
    .toBuffer()
}
