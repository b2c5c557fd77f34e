# Sluice in a container: nothing in it but the program, its packages and the Node that it brings as one of them.
# Build: docker build -t sluice .      Run: see compose.yaml and deploy/kubernetes
# Without stablecoins, PDFs, traces and the page of the API reference it is half as large: docker build --build-arg OMIT=optional -t sluice .

# The packages as they are published: JavaScript, and the pages built.
FROM docker.io/library/node:24-bookworm-slim AS packed
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE ./
COPY docs/merchants ./docs/merchants
COPY docs/openapi ./docs/openapi
# They make what follows from the sources: the types of rows and of the client.
COPY tools ./tools
COPY test ./test
COPY packages ./packages
RUN npm install && npm run pack

# What they need to run, at the versions of the lock file.
FROM docker.io/library/node:24-bookworm-slim AS installed
ARG OMIT=dev
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY --from=packed /app/dist/packages ./packages
# The package of Node keeps its headers and a second name of the program beside it.
RUN if [ "$OMIT" = optional ]; then rm -rf packages/evm packages/pdf packages/telemetry; fi \
    && npm install --omit=dev --omit=$OMIT \
    && rm -rf node_modules/node/node_modules node_modules/.cache packages/*.tgz \
    && mkdir /data

# C and C++ runtime libraries and certificates, no shell and no package manager. It has the user 65532, without rights.
FROM gcr.io/distroless/cc-debian12:nonroot
WORKDIR /app
COPY --from=installed /app/node_modules ./node_modules
COPY --from=installed /app/packages ./packages
COPY package.json LICENSE ./
# A volume takes its owner from the folder that it covers: the account without rights must be able to write there.
COPY --from=installed --chown=65532:65532 --chmod=0700 /data /data
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/sluice \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    SLUICE_LEAVE_MS=5000
EXPOSE 8080
USER 65532:65532
# Only for the embedded database; with DATABASE_URL nothing is kept here, and the rest of the file system may be read-only.
VOLUME ["/data"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["/app/node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/node_modules/node/bin/node", "/app/packages/cli/dist/main.js"]
CMD ["serve"]
