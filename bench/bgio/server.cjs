/* The peer's server as its documentation starts one: socket.io, matches in memory. `node server.cjs PORT`. */
const { Server } = require('boardgame.io/dist/cjs/server.js')
const { gin } = require('./gin.cjs')

Server({ games: [gin], origins: ['http://127.0.0.1'] }).run(Number(process.argv[2]))
