import { pagePaths } from '#/contracts/routes.ts'
import { ToolButton } from './tool-button.tsx'

/** What the list shows before the first visitor has sent a request. */
export function NoLeadsYet({ isChecking, onCheck }: { isChecking: boolean; onCheck: () => void }) {
  return (
    <div className="empty">
      <h2>No requests yet</h2>
      <p>
        When a visitor asks for a heating or cooling estimate, the request is kept here with their
        name, phone, email and message. To see how that looks,{' '}
        <a href={pagePaths.contact}>send one yourself</a>.
      </p>
      <ToolButton isOff={isChecking} onPress={onCheck}>
        {isChecking ? 'Checking…' : 'Check again'}
      </ToolButton>
    </div>
  )
}
