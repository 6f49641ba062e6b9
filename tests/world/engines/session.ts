/** An element in a page, as WebDriver refers to it. */
export type ElementReference = { 'element-6066-11e4-a52e-4f735466cecf': string }

/** The commands of WebDriver that the tests use, with their parameters. */
export type Commands = {
  Navigate: { url: string }
  Back: object
  Refresh: object
  GetCurrentURL: object
  ExecuteScript: { script: string; args: unknown[] }
  ElementClick: { id: string }
  ElementClear: { id: string }
  ElementSendKeys: { id: string; text: string }
  SetWindowRect: { width: number; height: number }
  /** Firefox takes the whole page unless it is told not to. */
  TakeScreenshot: { full: false }
}

/** A browser under remote control. */
export type Session = {
  send: <Name extends keyof Commands>(name: Name, parameters: Commands[Name]) => Promise<unknown>
  /** Ends the browser. */
  end: () => Promise<void>
}

/** What WebDriver calls an element in the parameters of a command. */
export const idOf = (element: ElementReference) => element['element-6066-11e4-a52e-4f735466cecf']
