import { expect, test } from 'vitest'
import { api } from '../endpoints/api.ts'
import { auditInWords } from './audit-words.ts'

test('what was done is said in the past as people write it', () => {
  const actions = Object.values(api).flatMap((each) =>
    'audit' in each && each.audit && each.audit !== 'no entry' ? [each.audit] : [],
  )
  const words = actions.map((action) => auditInWords({ action, result: 'done', subject: null }))
  const verbs = new Set(words.map((each) => each.split(' ')[0]))
  expect([...verbs].sort()).toEqual([
    ...['accepted', 'added', 'changed', 'checked', 'confirmed', 'created', 'dismissed'],
    ...['downloaded', 'edited', 'ended', 'entered', 'erased', 'exported', 'imported', 'invited'],
    ...['joined', 'made', 'marked', 'noted', 'offered', 'published', 'recorded'],
    ...['removed', 'renamed', 'requested', 'resent', 'reversed', 'revoked', 'said', 'saved'],
    ...['sent', 'set', 'showed', 'signed', 'split', 'started', 'tested', 'took', 'undid'],
    ...['withdrew'],
  ])
})
