/**
 * Runs in the page. Lists what keeps a text from being read: it is cut off, broken inside a word, or
 * another text lies on it. Empty if all is well.
 */
export function findTextFaults(): string[] {
  type Line = { text: Text; left: number; right: number; top: number; bottom: number }
  const faults: string[] = []
  const lines: Line[] = []
  const range = document.createRange()
  const excerpt = (text: Text) => `"${text.data.trim().slice(0, 40)}"`

  /** What an ancestor cuts off, from side to side. What can be scrolled to is not cut off. */
  function visibleSpan(element: Element) {
    let [left, right] = [0, document.documentElement.clientWidth]
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box)
      if (overflowX === 'auto' || overflowX === 'scroll') return { left: -1e6, right: 1e6 }
      if (overflowX === 'visible') continue
      const rect = box.getBoundingClientRect()
      left = Math.max(left, rect.left)
      right = Math.min(right, rect.right)
    }
    return { left, right }
  }

  function checkWords(text: Text) {
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 1) faults.push(`"${word}" is broken`)
    }
  }

  function read(text: Text, element: Element) {
    range.selectNodeContents(text)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    if (rects.length === 0) return
    const span = visibleSpan(element)
    if (rects.some(({ left, right }) => left < span.left - 1 || right > span.right + 1)) {
      faults.push(`${excerpt(text)} is cut off`)
    }
    if (rects.length > 1) checkWords(text)
    // Two lie over the page until its end, the other under the strip until the page is scrolled.
    if (element.closest('.phone-bar, .topbar, .places')) return
    // A line's box has room above and below its letters, which neighbours may share.
    for (const { left, right, top, height } of rects) {
      lines.push({ text, left, right, top: top + height * 0.25, bottom: top + height * 0.75 })
    }
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !(node as Text).data.trim()) continue
    if (element.closest('script, style, option, .hidden-text, .skip')) continue
    if (element.checkVisibility({ visibilityProperty: true })) read(node as Text, element)
  }

  lines.sort((a, b) => a.top - b.top)
  for (const [index, line] of lines.entries()) {
    for (let other = index + 1; other < lines.length; other += 1) {
      const next = lines[other]
      if (!next || next.top >= line.bottom) break
      if (next.text !== line.text && next.left < line.right - 2 && next.right > line.left + 2) {
        faults.push(`${excerpt(line.text)} and ${excerpt(next.text)} overlap`)
      }
    }
  }
  const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (sideways > 0) faults.push(`scrolls ${sideways} px sideways`)
  return [...new Set(faults)]
}
