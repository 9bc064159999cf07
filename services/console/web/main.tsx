import { openApp } from './app.tsx'
import { start } from './start.tsx'

await start()
openApp()
