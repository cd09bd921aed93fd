import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// What main.tsx loads before the first screen.
import '../src/styles/fonts.css'
import '../src/styles/tokens.css'
import '../src/styles/base.css'
import '../src/styles/shared.css'
import '../src/styles/first-view.css'

// The package does so in the first file only: its module is loaded once for all of them.
beforeEach(cleanup)
