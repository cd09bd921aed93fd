#!/usr/bin/env node

// `outlast <command> …` in the image, which has no npm scripts. A checkout has `npm run <command> -- …`.
import '../src/main.ts'
