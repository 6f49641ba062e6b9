import { expect, test } from 'vitest'
import { pathAfterSignIn } from './path-after-sign-in.ts'

const after = (next: string) => pathAfterSignIn('admin', `?next=${encodeURIComponent(next)}`)

test('one goes on where one came from', () => {
  expect(after('/about?editseo=true')).toBe('/about?editseo=true')
  expect(after('/services/ac-repair#call')).toBe('/services/ac-repair#call')
})

test('without a place of origin everybody goes to their work', () => {
  expect(pathAfterSignIn('admin', '')).toBe('/admin/form-fills')
  expect(pathAfterSignIn('editor', '')).toBe('/?editseo=true')
  expect(pathAfterSignIn('editor', '?next=/contact')).toBe('/contact')
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/about/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  'about',
  '',
])('%j leads nowhere else', (next) => {
  expect(after(next)).toBe('/admin/form-fills')
})
