import { header } from '#/content/chrome.ts'
import { pagePaths } from '#/contracts/routes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useSite, useWords } from '../../words.ts'
import { SiteLink } from '../site-link.tsx'

/** The sign and the site's name; leads home. The first word of the name is the large one. */
export function Logo() {
  const { name } = useSite()
  const fill = useWords()
  const [first, ...rest] = name.split(' ')
  return (
    <SiteLink className="logo" href={pagePaths.home} aria-label={fill(header.logoLabel)}>
      <Icon name="breeze" className="" />
      <span>
        <b>{first}</b> {rest.join(' ')}
      </span>
    </SiteLink>
  )
}
