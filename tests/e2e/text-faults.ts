/**
 * Runs in the page. Lists what keeps a text from being read: it is cut off, broken inside a word, runs on
 * into the next, or another text lies on it, once scripts have followed a new width. Empty if all is well.
 */
export async function findTextFaults(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  type Line = { text: Text; left: number; right: number; top: number; bottom: number }
  const faults: string[] = []
  const lines: Line[] = []
  const range = document.createRange()
  const excerpt = (text: Text) => `"${text.data.trim().slice(0, 40)}"`

  /** What ancestors leave to be seen. What scrolls or ends in dots may leave it. */
  function visibleSpan(element: Element) {
    const span = {
      left: 0,
      right: document.documentElement.clientWidth,
      top: -1e6,
      bottom: 1e6,
      mayLeave: false,
    }
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box)
      if (overflowX === 'visible') continue
      const rect = box.getBoundingClientRect()
      span.left = Math.max(span.left, rect.left)
      span.right = Math.min(span.right, rect.right)
      // What a panel was scrolled past is not seen above it.
      if (overflowY !== 'visible') span.top = Math.max(span.top, rect.top)
      if (overflowY === 'hidden') span.bottom = Math.min(span.bottom, rect.bottom)
      span.mayLeave ||= overflowX === 'auto' || overflowX === 'scroll'
      span.mayLeave ||= textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    return span
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
    const isCut = rects.some(({ left, right }) => left < span.left - 1 || right > span.right + 1)
    if (isCut && !span.mayLeave) {
      faults.push(`${excerpt(text)} is cut off`)
    }
    // An address breaks where it has to.
    if (rects.length > 1 && !text.data.includes('://')) checkWords(text)
    // They lie over the page on purpose, or under the strip until the page is scrolled.
    if (element.closest('.phone-bar, .topbar, .places, .many-bar, .panel-head')) return
    // A line's box has room above and below its letters, which neighbours may share.
    for (const { left, right: end, top, height } of rects) {
      if (top >= span.bottom - 1 || top + height <= span.top + 1) continue
      const right = Math.min(end, span.right)
      lines.push({ text, left, right, top: top + height * 0.25, bottom: top + height * 0.75 })
    }
  }

  /** The last and the first word of two texts that lie in one line, with nothing between to be heard. */
  function checkGap(before: Text, after: Text) {
    const isWord = /^[\p{L}\p{N}]{2}$/u.test(`${before.data.at(-1)}${after.data[0]}`)
    if (!isWord || before.parentElement === after.parentElement) return
    range.setStartAfter(before)
    range.setEndBefore(after)
    const { commonAncestorContainer: around } = range
    const isInLine = [before, after].every((text) => {
      let box = text.parentElement
      while (box && box !== around && getComputedStyle(box).display === 'inline')
        box = box.parentElement
      return box === around
    })
    if (isInLine && !range.cloneContents().querySelector('br'))
      faults.push(`${excerpt(before)} runs on into ${excerpt(after)}`)
  }

  const dialog = document.querySelector('dialog:modal')
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT)
  let before: Text | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (before && !element?.closest('script, style')) checkGap(before, node as Text)
    before = node as Text
    if (!element || !(node as Text).data.trim()) continue
    const unseen = 'script, style, option, .hidden-text, .skip, .leads thead, .toolbar .label'
    if (element.closest(`${unseen}, .field-line .label`)) continue
    const visible = { visibilityProperty: true, contentVisibilityAuto: true }
    if (element.checkVisibility(visible)) read(node as Text, element)
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
  for (const box of [document.documentElement, dialog]) {
    const sideways = (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0)
    if (sideways > 0) faults.push(`scrolls ${sideways} px sideways`)
  }
  return [...new Set(faults)]
}
