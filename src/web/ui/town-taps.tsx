import { elsewhere } from '#/contracts/site/towns.ts'
import { useSite } from '../words.ts'

/** By this field the page of a request knows a form that tells where the work is. */
export const saysPlace = <input type="hidden" name="add" value="place" />

/**
 * Where the work of a request is, with one tap a town, and one for every other place; `path` is that of
 * the request's page.
 */
export function TownTaps({ path, other }: { path: string; other: string }) {
  const { towns } = useSite()
  return (
    <form className="row towns" method="post" action={path}>
      {saysPlace}
      {[...towns, elsewhere].map((value) => (
        <button key={value} className="btn btn-line" type="submit" name="town" value={value}>
          {value === elsewhere ? other : value}
        </button>
      ))}
    </form>
  )
}
