import { withoutDirectionMarks } from '#/contracts/text.ts'

const numbers = /(\+?\(?\d[\d ().\u2010-\u2015-]{5,}\d)/

/** A text with each phone number in it from left to right, as it is dialled, whatever is around it. */
export function PhoneText({ text }: { text: string }) {
  return text.split(numbers).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <bdi key={place} dir="ltr">
        {part}
      </bdi>
    ),
  )
}

/** A phone number for itself: nothing that was typed into it turns it round. */
export function PhoneNumber({ number }: { number: string }) {
  return <bdi dir="ltr">{withoutDirectionMarks(number)}</bdi>
}
