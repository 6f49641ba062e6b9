import { useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#/contracts/routes.ts'
import type { SeoEditorState, SeoFields, SeoRecord, SeoRevision } from '#/contracts/seo/seo.ts'
import { useServerData } from '#/web/admin/shell/server-data.ts'
import { request } from '#/web/request.ts'
import { useSite } from '#/web/words.ts'

const withPath = (address: string, pagePath: string) =>
  `${address}?path=${encodeURIComponent(pagePath)}`

const statePath = (pagePath: string) => withPath(apiPaths.seoEditor, pagePath)
const revisionsPath = (pagePath: string) => withPath(apiPaths.seoRevisions, pagePath)

/** The stored record of a page, its built-in values, and who is signed in. */
export function useEditorState(pagePath: string) {
  // The record may have changed since the editor was last open in this document.
  return useServerData<SeoEditorState>(statePath(pagePath), { gcTime: 0 })
}

/** The changes of a page, newest first. Refused with 401 to those who are not signed in. */
export function useRevisions(pagePath: string) {
  return useServerData<SeoRevision[]>(revisionsPath(pagePath), { staleTime: 0 })
}

/** The editor's calls to the API. Each throws a RequestError where it is refused. */
export function useSeoRequests(pagePath: string, state: SeoEditorState) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()

  /** Caches the new state without a request, which could fail although the change was stored. */
  function cacheState(record: SeoRecord | null, version: number): SeoEditorState {
    // What the server takes, it can serve.
    const after = { ...state, record, version, whyBuiltIn: null }
    client.setQueryData([statePath(pagePath)], { data: after })
    client.invalidateQueries({ queryKey: [revisionsPath(pagePath)] })
    return after
  }

  return {
    /** The state as it is on the server now, and the change that made it. */
    async readNewest() {
      const read = <Data>(path: string) =>
        client.fetchQuery<{ data: Data }>({ queryKey: [path], staleTime: 0 })
      const { data: newest } = await read<SeoEditorState>(statePath(pagePath))
      const { data: revisions } = await read<SeoRevision[]>(revisionsPath(pagePath))
      return { newest, revision: revisions.find(({ version }) => version === newest.version) }
    },

    /** Stores the fields in place of a version. Returns the state after that. */
    async store(fields: SeoFields, version: number): Promise<SeoEditorState> {
      const body = { ...fields, pagePath, version }
      const { data } = await request<{ data: SeoRecord }>('POST', apiPaths.seo, {
        apiBaseUrl,
        body,
      })
      return cacheState(data, data.version)
    },

    /** Deletes the record, which makes a new version. Returns the state after that. */
    async remove(version: number): Promise<SeoEditorState> {
      const address = `${withPath(apiPaths.seo, pagePath)}&version=${version}`
      await request('DELETE', address, { apiBaseUrl })
      return cacheState(null, version + 1)
    },
  }
}
