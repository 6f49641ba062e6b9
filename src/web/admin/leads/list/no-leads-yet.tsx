import { pagePaths } from '#/contracts/routes.ts'

/** What the list shows before the first visitor has sent a request. */
export function NoLeadsYet() {
  return (
    <div className="empty">
      <h2>No requests yet</h2>
      <p>
        When a visitor asks for a heating or cooling estimate, the request appears here at once with
        their name, phone, email and message. To see how that looks,{' '}
        <a href={pagePaths.contact}>send one yourself</a>.
      </p>
    </div>
  )
}
