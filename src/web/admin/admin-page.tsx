export default function AdminPage() {
  return (
    <main id="main">
      <h1>Admin</h1>
    </main>
  )
}
