import { type SearchText, searchLimits } from './search-limits.ts'
import type { Measure } from './text-fit.ts'

let context: CanvasRenderingContext2D | null | undefined

/** Measures a text in the font that a search result has. Where there is no Arial, in its likeness. */
export function measureFor(name: SearchText): Measure {
  const { font } = searchLimits[name]
  return (text) => {
    context ??= document.createElement('canvas').getContext('2d')
    if (!context) return 0
    context.font = font
    return context.measureText(text).width
  }
}
