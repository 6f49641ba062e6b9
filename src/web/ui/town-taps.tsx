import { elsewhere } from '#/contracts/site/towns.ts'
import { useSite } from '../words.ts'

type ButtonsProps = {
  /** The words for every other place. */
  other: string
  /** The id of the form to which the buttons belong, where they stand in another one. */
  form?: string | undefined
}

/** A button for each town, and one for every other place. */
export function TownButtons({ other, form }: ButtonsProps) {
  const { towns } = useSite()
  return (
    <ul className="towns">
      {[...towns, elsewhere].map((value) => (
        <li key={value}>
          <button className="btn btn-line" type="submit" name="town" value={value} form={form}>
            {value === elsewhere ? other : value}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** By this field the page of a request knows a form that tells where the work is. */
export const saysPlace = <input type="hidden" name="add" value="place" />

/** Where the work of a request is, with one tap a town; `path` is that of the request's page. */
export function TownTaps({ path, other }: { path: string; other: string }) {
  return (
    <form method="post" action={path}>
      {saysPlace}
      <TownButtons other={other} />
    </form>
  )
}
