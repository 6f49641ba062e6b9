import { measureFor } from './measure-text.ts'
import { judgeLength, recommendedLengths, type SearchText, searchLimits } from './search-limits.ts'

type LengthMeterProps = { id: string; name: SearchText; text: string }

/** How long a text is, in characters and in pixels, and whether a search result would cut it off. */
export function LengthMeter({ id, name, text }: LengthMeterProps) {
  const { count, width, verdict, advice } = judgeLength(name, text, measureFor(name))
  const { min, max } = recommendedLengths[name]
  const limit = searchLimits[name].desktop
  return (
    <div className={`seo-length seo-length-${verdict}`}>
      <meter
        aria-label={`Width of the ${name} in a search result`}
        min={0}
        max={limit}
        value={Math.min(width, limit)}
      />
      <p id={id}>
        <strong>{`${count} characters`}</strong> {`of ${min}-${max}, ${width} of ${limit} px.`}{' '}
        <span className="seo-advice">{advice}</span>
      </p>
    </div>
  )
}
