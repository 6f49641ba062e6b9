import { Link } from 'wouter'
import { adminPaths } from '#/contracts/routes.ts'
import { Notice } from '../leads/overview/notices.tsx'
import { useLapses } from './use-contractors.ts'

/** As many are named; the others are counted. */
const mostNamed = 3

/** Says above the inbox whose papers have lapsed or soon will. */
export function LapseBanner() {
  const lapsing = useLapses().data ?? []
  if (lapsing.length === 0) return <Notice />
  const others = lapsing.length - mostNamed
  return (
    <Notice>
      <p>
        <strong>
          {lapsing.length === 1
            ? 'A contractor’s papers need attention.'
            : `The papers of ${lapsing.length} contractors need attention.`}
        </strong>{' '}
        {lapsing.slice(0, mostNamed).map(({ id, companyName, lapses }) => (
          <span key={id}>
            <bdi>{companyName}</bdi>: {lapses.join('; ')}.{' '}
          </span>
        ))}
        {others > 0 && `And ${others} more. `}
        <Link className="text-button" href={adminPaths.contractors}>
          See the contractors
        </Link>
      </p>
    </Notice>
  )
}
