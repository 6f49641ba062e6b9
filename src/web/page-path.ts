import { createContext, useContext } from 'react'

/** The path of the page that is rendered. */
export const PathContext = createContext('/')

/** The path of the page that is rendered. */
export function usePath(): string {
  return useContext(PathContext)
}
