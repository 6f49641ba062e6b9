import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#/contracts/routes.ts'
import type { SeoEditorState, SeoFields, SeoRecord, SeoRevision } from '#/contracts/seo.ts'
import { request } from '../request.ts'
import { useSite } from '../words.ts'

const withPath = (address: string, pagePath: string) =>
  `${address}?path=${encodeURIComponent(pagePath)}`

const stateKey = (pagePath: string) => [withPath(apiPaths.seoEditor, pagePath)]
const revisionsKey = (pagePath: string) => [withPath(apiPaths.seoRevisions, pagePath)]

/** What the editor of a page starts from. */
export function useEditorState(pagePath: string) {
  return useQuery({
    queryKey: stateKey(pagePath),
    select: (answer: { data: SeoEditorState }) => answer.data,
    // What is stored may have changed since the editor was last open in this document.
    gcTime: 0,
  })
}

/** The changes of a page, newest first. Only for those who are signed in. */
export function useRevisions(pagePath: string, isWanted: boolean) {
  return useQuery({
    queryKey: revisionsKey(pagePath),
    select: (answer: { data: SeoRevision[] }) => answer.data,
    enabled: isWanted,
    staleTime: 0,
  })
}

/** What the editor asks of the server. Each call throws a RequestError where it is refused. */
export function useSeoRequests(pagePath: string, state: SeoEditorState) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()

  const forgetRevisions = () => client.invalidateQueries({ queryKey: revisionsKey(pagePath) })

  /** What was done is done, so nothing is asked again that could fail now. */
  function keep(record: SeoRecord | null, version: number): SeoEditorState {
    const after = { ...state, record, version }
    client.setQueryData(stateKey(pagePath), { data: after })
    forgetRevisions()
    return after
  }

  return {
    /** What is stored now. */
    async readNewest(): Promise<SeoEditorState> {
      const { data } = await client.fetchQuery<{ data: SeoEditorState }>({
        queryKey: stateKey(pagePath),
        staleTime: 0,
      })
      forgetRevisions()
      return data
    },

    /** Stores the fields in place of a version. Answers the state after that. */
    async store(fields: SeoFields, version: number): Promise<SeoEditorState> {
      const body = { ...fields, pagePath, version }
      const { data } = await request<{ data: SeoRecord }>('POST', apiPaths.seo, {
        apiBaseUrl,
        body,
      })
      return keep(data, data.version)
    },

    /** Deletes what is stored, which is a version of its own. Answers the state after that. */
    async remove(version: number): Promise<SeoEditorState> {
      const address = `${withPath(apiPaths.seo, pagePath)}&version=${version}`
      await request('DELETE', address, { apiBaseUrl })
      return keep(null, version + 1)
    },
  }
}
