/** The parts of an element that selectors are made of. */
export type ElementNode = {
  localName: string
  id: string
  parentElement: ElementNode | null
  children: Iterable<ElementNode>
}

/** False for the ids that React generates, which change. */
const isLastingId = (id: string) => /^[a-z][\w-]*$/i.test(id)

/**
 * The part of an image file's name that stays from build to build: `ac-repair` for
 * `/assets/ac-repair-480-Ab12Cd34.webp`. The width differs with the screen, the hash with the bytes.
 */
export function fileStem(src: string): string {
  const file = src.replace(/[?#].*/, '').replace(/^.*\//, '')
  const stem = /^(.+)-[\w-]{8}\.\w+$/.exec(file)?.[1] ?? file.replace(/\.\w+$/, '')
  return stem.replace(/-\d+$/, '')
}

function step(element: ElementNode): string {
  const siblings = [...(element.parentElement?.children ?? [])].filter(
    ({ localName }) => localName === element.localName,
  )
  if (siblings.length < 2) return element.localName
  return `${element.localName}:nth-of-type(${siblings.indexOf(element) + 1})`
}

/** The path to an element from the nearest one with a lasting id, or from the body. */
export function pathSelector(element: ElementNode): string {
  const steps: string[] = []
  for (let at: ElementNode | null = element; at; at = at.parentElement) {
    if (isLastingId(at.id)) return [`#${at.id}`, ...steps].join(' > ')
    if (at.localName === 'body') break
    steps.unshift(step(at))
  }
  return ['body', ...steps].join(' > ')
}

/**
 * A selector that finds one image, also after the next build: by the name of its file where that is
 * enough, else by its place. `isUnique` tells whether a selector finds this image alone.
 */
export function imageSelector(
  element: ElementNode,
  src: string,
  isUnique: (selector: string) => boolean,
): string {
  const stem = fileStem(src)
  const byName = `img[src*="/${stem}-"]`
  const isPlain = /^[\w.-]+$/.test(stem)
  return isPlain && isUnique(byName) ? byName : pathSelector(element)
}
