// What main.tsx loads before the first screen.
import '../src/styles/fonts.css'
import '../src/styles/tokens.css'
import '../src/styles/base.css'
import '../src/styles/first-view.css'
