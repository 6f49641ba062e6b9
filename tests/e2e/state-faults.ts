import type { Page } from '@playwright/test'
import { findTextFaults } from './text-faults.ts'

/** Runs in the page. What can be told from what is around it by its ground alone. */
function findGrounds(): Element[] {
  const grounds = 'button, a, summary, .state-mark, .emergency, .toast'
  return [...document.querySelectorAll(grounds)].filter((element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(element)
    const hasGround = backgroundColor !== 'rgba(0, 0, 0, 0)' && borderTopWidth === '0px'
    return hasGround && element.checkVisibility({ visibilityProperty: true })
  })
}

/** Runs in the page, with forced colours. Which of these have nothing in place of their ground. */
function findWithoutEdge(elements: Element[]): string[] {
  const bare = elements.filter((element) => {
    const { borderTopWidth, textDecorationLine } = getComputedStyle(element)
    return borderTopWidth === '0px' && textDecorationLine === 'none'
  })
  return bare.map(({ outerHTML }) => `no edge in forced colors: ${outerHTML.slice(0, 60)}`)
}

/** Runs in the page, with forced colours. What is chosen and looks as the others do. */
function findHiddenStates(): string[] {
  const look = (element: Element) =>
    [undefined, '::before', '::after'].map((part) => {
      const { border, borderBottom, outline, content } = getComputedStyle(element, part)
      return [border, borderBottom, outline, content].join()
    })
  const chosen = [
    '[aria-pressed=true]',
    '[aria-selected=true]',
    '[aria-current]',
    '[data-selected]',
  ]
  const faults: string[] = []
  for (const sign of chosen) {
    for (const one of document.querySelectorAll<HTMLElement>(sign)) {
      const group = one.closest('ul, nav, tbody, [role=tablist], .actions')
      const other = [...(group?.querySelectorAll<HTMLElement>(one.localName) ?? [])].find(
        (each) => !each.matches(sign) && each.dataset.tone === one.dataset.tone,
      )
      const isSame = other && String(look(one)) === String(look(other))
      if (isSame && one.checkVisibility()) faults.push(`${sign} hides in forced colors`)
    }
  }
  return faults
}

/** Runs in the page, on a screen as short as a page at 400% leaves it. What covers most of it. */
function findCover(): string[] {
  scrollTo(0, 400)
  const modal = document.querySelector('dialog:modal')
  modal?.scrollTo(0, 300)
  const isInFront = (y: number) => {
    let box = document.elementFromPoint(innerWidth / 2, y)
    for (; box && !box.matches('dialog, [popover]'); box = box.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return true
    return false
  }
  const parts = Array.from({ length: 16 }, (_, part) => ((part + 0.5) * innerHeight) / 16)
  const covered = parts.filter(isInFront).length
  scrollTo(0, 0)
  modal?.scrollTo(0, 0)
  return covered > 8 ? [`${covered} of 16 parts of a short screen are covered`] : []
}

/** What somebody could not see or read of a page as it is, and what moves though motion is reduced. */
export async function findStateFaults(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? { width: 1366, height: 768 }
  const grounds = await page.evaluateHandle(findGrounds)
  await page.emulateMedia({ forcedColors: 'active' })
  const faults = [
    ...(await page.evaluate(findWithoutEdge, grounds)),
    ...(await page.evaluate(findHiddenStates)),
  ]
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 320, height: 256 })
  faults.push(...(await page.evaluate(findTextFaults)), ...(await page.evaluate(findCover)))
  await page.setViewportSize(before)
  const style = await page.addStyleTag({ url: '/text-at-200-percent.css' })
  for (const width of [390, before.width]) {
    await page.setViewportSize({ ...before, width })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) faults.push(`${over} px too wide at ${width} px with text at 200%`)
  }
  await style.evaluate((element: Element) => element.remove())
  if (await page.evaluate(() => document.getAnimations().length)) faults.push('something moves')
  return faults
}

export const serveLargeText = (page: Page) =>
  page.route('**/text-at-200-percent.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: 'html { font-size: 200% !important }' }),
  )
