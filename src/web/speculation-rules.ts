import { adminPaths } from '#/contracts/routes.ts'

/** The browser draws a page in the background when a pointer rests on a link to it, or presses it. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: `${adminPaths.root}*` } }] },
      eagerness: 'moderate',
    },
  ],
})
