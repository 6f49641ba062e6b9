import { startFirefox } from './firefox.ts'
import type { Session } from './session.ts'
import { startWebKit } from './webkit.ts'

/** A kind of browser. */
export type Engine = { name: string; start: () => Promise<Session> }

/** The browsers that each flow runs in. Chromium has tests of its own in tests/e2e. */
export const engines: readonly Engine[] = [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
]
