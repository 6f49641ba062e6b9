import { expect, test } from 'vitest'
import type { SeoPage } from '#/contracts/seo/seo.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { signInAs } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite } from '#tests/support/suite-site.ts'

describeOnDatabase('the list of pages', (database) => {
  const { app, cookie: admin, db } = adminSite(database)

  test('is where editors are led, has the titles that are served, and is for nobody else', async () => {
    const get = (url: string, cookie = '') => app().inject({ url, headers: { cookie } })
    const editor = await signInAs(app(), db(), 'editor')
    const list = async () => (await get('/api/seo/pages', editor)).json().data as SeoPage[]
    const about = async () => (await list()).find(({ path }) => path === '/about')

    const pages = await list()
    expect(pages.map(({ path }) => path)).toEqual(publicPaths)
    for (const { path, title, updatedAt } of pages.slice(0, 3)) {
      expect((await get(path)).body).toContain(`<title>${title}</title>`)
      expect(updatedAt).toBeNull()
    }
    const payload = { pagePath: '/about', title: 'Stored', description: 'Stored too.' }
    await app().inject({ method: 'POST', url: '/api/seo', payload, headers: { cookie: editor } })
    expect(await about()).toMatchObject({ title: 'Stored', updatedAt: expect.any(String) })

    expect((await get('/api/seo/pages', admin())).statusCode).toBe(200)
    expect((await get('/api/seo/pages')).statusCode).toBe(401)
    const leadsTo = async (path: string, cookie?: string) =>
      (await get(path, cookie)).headers.location
    for (const path of ['/admin/form-fills', '/admin/team', '/admin/audit']) {
      expect(await leadsTo(path, editor)).toBe('/admin/pages')
    }
    expect(await leadsTo('/admin/form-fills', admin())).toBeUndefined()
    expect(await leadsTo('/admin/pages', editor)).toBeUndefined()
    expect(await leadsTo('/admin/pages')).toBe('/admin/sign-in?next=%2Fadmin%2Fpages')
  })
})
