export default function Page() {
  return (
    <main id="main">
      <h1>Page</h1>
    </main>
  )
}
