import type { Review } from '#/contracts/ratings.ts'

/** How wide a star is, in pixels. */
export const starWidth = 22

/**
 * The first reviews of the document, which `ReviewCard` wrote on the server, read back so that hydration
 * finds the same: to send them a second time would make the page larger than one round trip.
 */
export function readReviews(count: number): Review[] {
  const cards = [...document.querySelectorAll('.review')].slice(0, count)
  return cards.map((card) => {
    const textOf = (selector: string) => card.querySelector(selector)?.textContent ?? ''
    const [who = '', service = '', date = ''] = [...card.querySelectorAll('figcaption p')].map(
      ({ textContent }) => textContent ?? '',
    )
    const name = textOf('b')
    return {
      name,
      location: who.slice(`${name}, `.length),
      rating: Number(card.querySelector('.stars')?.getAttribute('width')) / starWidth,
      text: textOf('blockquote'),
      service,
      date,
    }
  })
}
