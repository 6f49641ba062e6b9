import { homePage } from '#/content/pages/home.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

const { benefits } = homePage

const icons = {
  estimates: 'file-check',
  response: 'zap',
  pros: 'badge-check',
  financing: 'wallet',
} as const satisfies Record<(typeof benefits.tiles)[number]['id'], IconName>

/** Four short reasons, in one line on a wide screen. */
export function Benefits() {
  return (
    <section className="wrap">
      <h2 className="hidden-text">{benefits.heading}</h2>
      <ul className="benefits">
        {benefits.tiles.map(({ id, title, text }) => (
          <li key={id}>
            <Icon name={icons[id]} />
            <h3>{title}</h3>
            <p className="muted small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
