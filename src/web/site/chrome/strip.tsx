import { strip } from '#/content/chrome.ts'
import { CallLink } from '../call-link.tsx'

/** The slim line above the header: where, when, and a way to call. */
export function Strip() {
  return (
    <section className="strip" aria-label={strip.label}>
      <div className="wrap">
        <div className="strip-facts">
          <p>
            {strip.area}
            <span>: {strip.areaDetail}</span>
          </p>
          <p>{strip.hours}</p>
        </div>
        <CallLink text={strip.call} className="" />
      </div>
    </section>
  )
}
