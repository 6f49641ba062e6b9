import { expect, onTestFinished, test, vi } from 'vitest'
import { pathAfterSignIn } from './path-after-sign-in.ts'

const after = (next: string) => pathAfterSignIn('admin', `?next=${encodeURIComponent(next)}`)

test('goes back to where the person came from, also in a browser without URL.canParse', () => {
  const canParse = vi.spyOn(URL, 'canParse').mockReturnValue(false)
  onTestFinished(() => canParse.mockRestore())
  expect(after('/about?editseo=true')).toBe('/about?editseo=true')
  expect(after('/services/ac-repair#call')).toBe('/services/ac-repair#call')
})

test('goes to the work of the role where there is no such place', () => {
  expect(pathAfterSignIn('admin', '')).toBe('/admin/form-fills')
  expect(pathAfterSignIn('editor', '')).toBe('/admin/pages')
  expect(pathAfterSignIn('editor', '?next=/contact')).toBe('/contact')
  expect(pathAfterSignIn('editor', '?next=/admin/form-fills?lead=7')).toBe('/admin/pages')
  expect(pathAfterSignIn('editor', '?next=/admin/audit')).toBe('/admin/pages')
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
])('does not leave the site for %j', (next) => {
  expect(after(next)).toBe('/admin/form-fills')
})
