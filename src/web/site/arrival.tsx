import { useLayoutEffect } from 'react'
import { arrive } from './navigation.ts'

/** Stands at the end of a page: when it is drawn, the page is. */
export function Arrival() {
  useLayoutEffect(arrive, [])
  return null
}
