import { expect, test } from 'vitest'
import {
  apiPaths,
  deliveryPath,
  editorPath,
  isUnknownServicePath,
  leadPagePath,
  leadPath,
  previewPath,
  recipientPath,
} from './routes.ts'

test('addresses of one thing hold its number', () => {
  expect(leadPath(apiPaths.leadNotes, 7)).toBe('/api/admin/leads/7/notes')
  expect(deliveryPath(apiPaths.deliveryResend, 7)).toBe('/api/admin/deliveries/7/resend')
  expect(recipientPath(7)).toBe('/api/admin/email-notifications/7')
  expect(leadPagePath(7)).toBe('/admin/form-fills?lead=7')
  expect(editorPath('/about')).toBe('/about?editseo=true')
})

test('each page has a picture of its own', () => {
  expect(['/', '/about', '/services/ac-repair'].map(previewPath)).toEqual([
    '/previews/home.png',
    '/previews/about.png',
    '/previews/services-ac-repair.png',
  ])
})

test.each([
  ['/services/plumbing', true],
  ['/services/plumbing/', true],
  ['/services/ac-repair', false],
  ['/services', false],
  ['/services/', false],
  ['/services/plumbing/more', false],
  ['/about/services/plumbing', false],
])('%s asks for a service that does not exist: %s', (path, isUnknown) => {
  expect(isUnknownServicePath(path)).toBe(isUnknown)
})
