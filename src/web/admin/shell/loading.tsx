/** What stands where a list will be. */
export function Loading() {
  return (
    <p className="loading" role="status">
      Loading...
    </p>
  )
}
