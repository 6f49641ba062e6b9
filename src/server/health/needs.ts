import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import type { Endpoint } from '#/contracts/endpoints/endpoint.ts'
import type { FindingKey } from '#/contracts/health/finding-catalog.ts'
import type { Need, NeedButton, NeedList } from '#/contracts/health/needs.ts'
import type { NewsKind } from '#/contracts/referrals/news.ts'
import { serve } from '../http/serve.ts'
import { type Health, usualNeed } from './health.ts'

/** The tasks of the first day. */
const firstSteps = [
  ...(['contractors', 'offers', 'visitor-mails', 'business', 'area', 'claims'] as const),
  ...(['hours', 'reviews', 'backup', 'recipients', 'mail'] as const),
]
export type FirstStep = (typeof firstSteps)[number]

/** A need of the office that is no finding, as a feature says it. */
export type OwnNeed = Pick<Need, 'text' | 'links'> & Partial<Need> & { key: NewsKind | FirstStep }

/** Some of the needs, from one feature. */
export type SomeNeeds = {
  needs: readonly OwnNeed[]
  /** How many there are beside these. */
  more?: number
  buttons?: NeedList['buttons']
}

/** Returns the button that calls an endpoint. */
export const buttonFor = <Body extends NeedButton['body']>(
  { method, path }: Endpoint<string, Body>,
  text: string,
  body?: Body,
): NeedButton => ({ text, method, path, body })

/** What costs a customer most comes first. What is not named is about the machine, and comes last. */
const ranks: readonly (readonly (FindingKey | NewsKind | FirstStep)[])[] = [
  // Nobody is asked, or the request does not even arrive.
  [
    ...(['requests-damaged', 'journal-unwritable', 'disk-full', 'requests-wait'] as const),
    ...(['database-away', 'database-full', 'database-read-only'] as const),
    ...(['database-connections', 'database-refused', 'database-recovering'] as const),
    ...(['database-failing', 'probe-failed', 'requests-stuck', 'held'] as const),
    ...(['requests-without-contractor', 'overdue', 'urgency-said', 'withdrawn'] as const),
    ...(['wanted-again', 'snooze-ended'] as const),
  ],
  // The call that was promised is missed.
  ['call-missed', 'call-at', 'quiet'],
  // A mail came back, or none leaves.
  [
    ...(['deliveries-failed', 'deliveries-overdue', 'undelivered'] as const),
    ...(['recipients', 'mail'] as const),
  ],
  ['papers-lapse', 'statements-unsent'],
  // What else happened to requests.
  ['handed-back', 'reported', 'rated', 'late-yes', 'cancelled', 'accepted', 'unknown'],
  firstSteps,
]

/** What a need comes by: less is more urgent. */
export function rankOf({
  key,
  isUrgent,
  severity,
}: Pick<Need, 'key' | 'isUrgent' | 'severity'>): number {
  const rank = ranks.findIndex((keys) => keys.some((each) => each === key))
  const inRank = isUrgent ? 0 : severity === 'bad' ? 1 : 2
  return (rank < 0 ? ranks.length : rank) * 3 + inRank
}

/** Adds the one list of what needs somebody: the findings, and what features know beside them. */
export function addNeeds(
  app: FastifyInstance,
  health: Health,
  sources: readonly (() => Promise<SomeNeeds>)[],
): void {
  serve(app, api.needs, {}, async () => {
    const [findings, ...own] = await Promise.all([
      health.look('all'),
      ...sources.map((read) => read()),
    ])
    const news = own.flatMap((some) => some.needs.map((need) => ({ ...usualNeed, ...need })))
    const needs = [...findings, ...news]
    return {
      needs: needs.toSorted((one, other) => rankOf(one) - rankOf(other)),
      total: needs.length + own.reduce((sum, { more = 0 }) => sum + more, 0),
      buttons: own.flatMap(({ buttons = [] }) => buttons),
    }
  })
}
