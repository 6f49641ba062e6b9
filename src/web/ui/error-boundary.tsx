import { Component, type ReactNode } from 'react'

type Props = {
  /** Shown in place of children that threw. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps an error within its children: without a boundary React removes the whole page. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
