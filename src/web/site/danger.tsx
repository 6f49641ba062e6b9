import { danger } from '#/content/danger.ts'
import { Icon } from '../ui/icon.tsx'

/** What cannot wait for us, with the call for help first. */
export function Danger() {
  return (
    <section className="card urgent-card" aria-labelledby="danger">
      <div className="actions">
        <h2 className="h3" id="danger">
          {danger.heading}
        </h2>
        <a className="btn btn-hot" href={danger.call.href}>
          <Icon name="phone" />
          {danger.call.label}
        </a>
      </div>
      <ul>
        {danger.signs.map(({ sign, now }) => (
          <li key={sign}>
            <b>{sign}.</b> {now}
          </li>
        ))}
      </ul>
    </section>
  )
}
